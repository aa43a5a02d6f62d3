import { icon } from '../components/standalone-mark.ts';

export const GET = () => new Response(icon, { headers: { 'Content-Type': 'image/svg+xml' } });
