/** `words/de.js`: the table of a language as a script, which pages in that language load before anything is drawn. */
import type { APIRoute, GetStaticPaths } from 'astro';
import { languages } from '../../lesson/course-languages.ts';
import { wordsScript } from '../../components/frame/words-script.ts';
import { wordsOf } from '../../lesson/words/tables.ts';

export const getStaticPaths: GetStaticPaths = () => Object.keys(languages).filter((language) => wordsOf(language) !== undefined).map((language) => ({ params: { language } }));

export const GET: APIRoute = ({ params: { language = '' } }) => new Response(wordsScript(language)?.text, { headers: { 'Content-Type': 'text/javascript' } });
