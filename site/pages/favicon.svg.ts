import { icon } from '../components/mark.ts';

export const GET = () => new Response(icon, { headers: { 'Content-Type': 'image/svg+xml' } });
