// Starlight adds `Astro.locals.starlightRoute` to the types.
/// <reference types="@astrojs/starlight" />

/** The address of the statements of a learning record store, where the course was built with one (`--xapi`); else empty. See astro.config.mjs. */
declare const convergeXapi: string;
/** The `Authorization` header that it wants; empty: none. Every reader can read it. */
declare const convergeXapiAuthorization: string;
/** Where lessons' clusters run that leave it open (`--runtime`). */
declare const convergeRuntime: import('./runtimes/place.ts').PlaceChoice;
