import { Hono } from 'hono';
import { contactPath } from '../../contract/contact-fields.ts';
import { backToForm } from './answers.ts';
import { crossOriginHeaders } from './origins.ts';
import { type ReceiveParts, receive } from './receive.ts';
import { visitorLanguage } from './visitor-language.ts';

const methods = 'POST, OPTIONS';

/** Everything at the function's address. */
export function contactRequests(parts: ReceiveParts): Hono {
  const route = new Hono();
  route.use(contactPath, crossOriginHeaders(parts.allowedOrigins));
  route.post(contactPath, receive(parts));
  route.options(contactPath, (c) => c.body(null, 204, { Allow: methods }));
  route.get(contactPath, async (c, next) => {
    const browsing = c.req.header('Accept')?.includes('text/html');
    return browsing ? backToForm(c, visitorLanguage(c)) : next();
  });
  route.all(contactPath, (c) => {
    const problem = { type: 'about:blank', title: 'Method Not Allowed', status: 405 };
    return c.body(JSON.stringify(problem), 405, {
      'Content-Type': 'application/problem+json',
      Allow: methods,
    });
  });
  return route;
}
