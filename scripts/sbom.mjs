// npm run --silent sbom: every package of the lockfile as CycloneDX, on stdout. Not `npm sbom`: it rejects
// trees where one package depends on another's "latest", and with --omit=dev it omits packages that
// development tools also use, such as nodemailer.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** @typedef {{ version: string, integrity?: string, license?: string, dev?: boolean, devOptional?: boolean }} Locked */

const { name, version, packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
/** @type {[string, Locked][]} */
const installed = Object.entries(packages).filter(([path]) => path !== '');

console.log(
  JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
      components: installed.map(([path, locked]) => component(path, locked)),
    },
    null,
    2,
  ),
);

/** @param {string} path @param {Locked} locked */
function component(path, { version, integrity = '', license, dev, devOptional }) {
  const name = path.split('node_modules/').at(-1) ?? path;
  const [algorithm, hash = ''] = integrity.split('-', 2);
  return {
    type: 'library',
    'bom-ref': path,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    // Packages that are not shipped are listed as excluded.
    scope: dev || devOptional ? 'excluded' : 'required',
    ...(algorithm === 'sha512'
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }
      : {}),
    ...(license ? { licenses: [{ expression: license }] } : {}),
  };
}
