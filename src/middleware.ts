/** Each page is made in its language. */
import { defineMiddleware } from 'astro:middleware';
import { languageOfUrl } from './components/frame/site.ts';
import { inLanguage } from './lesson/words/language-of-request.ts';

export const onRequest = defineMiddleware(({ url }, next) =>
  inLanguage(languageOfUrl(url), async () => {
    const response = await next();
    if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
    // A page comes in pieces, which would be made outside of here.
    return new Response(await response.text(), response);
  }),
);
