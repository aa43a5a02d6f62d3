import { mark } from '../components/standalone-mark.ts';

export const GET = () => new Response(mark, { headers: { 'Content-Type': 'image/svg+xml' } });
