import type { APIRoute } from 'astro';
import { languagePaths } from '../../routes.ts';
import { socialPicture } from '../../social-picture/social-picture.ts';

export const getStaticPaths = languagePaths;

export const GET: APIRoute = async ({ props: { language } }) =>
  new Response(new Uint8Array(await socialPicture(language)), { headers: { 'Content-Type': 'image/jpeg' } });
