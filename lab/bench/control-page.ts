/** The baseline: a one-packet page with only a call link, from a minimal server. */
import { createServer } from 'node:http';
import { business } from '../../content/business.ts';
import { phoneLink, printedPhone } from '../../content/phone-number.ts';

const page = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Control</title>
<style>a{font:2rem sans-serif}</style><h1 elementtiming="call"><a href="${phoneLink(business.phone)}"><b>${printedPhone(business.phone)}</b></a></h1>`;

const server = createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page);
});
server.listen(Number(process.env.PORT), process.env.HOST, () => console.log('listening'));
