// Starlight adds `Astro.locals.starlightRoute` to the types.
/// <reference types="@astrojs/starlight" />
