import { mark } from '../components/mark.ts';

export const GET = () => new Response(mark, { headers: { 'Content-Type': 'image/svg+xml' } });
