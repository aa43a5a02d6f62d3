import type { APIRoute } from 'astro';
import { listLanguagePaths } from '../../routes.ts';
import { drawSocialPicture } from '../../social-picture/social-picture.ts';

export const getStaticPaths = listLanguagePaths;

export const GET: APIRoute = async ({ props: { language } }) =>
  new Response(new Uint8Array(await drawSocialPicture(language)), {
    headers: { 'Content-Type': 'image/jpeg' },
  });
