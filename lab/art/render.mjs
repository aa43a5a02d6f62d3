// npm run art -- NAME [--preview]: renders one picture of lab/art/scenes/ with Blender.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const art = import.meta.dirname;
const gallery = resolve(art, '../../content/gallery');
const nicknames = { hero: 'roadside-emergency' };

const words = process.argv.slice(2);
const [asked] = words.filter((word) => !word.startsWith('--'));
const name = nicknames[asked] ?? asked ?? '';
const preview = words.includes('--preview');
// Any other name=value is passed to the scene: samples=12, exposure=0.2, again=yes (grade without tracing).
const settings = words.filter((word) => /^[a-z]+=/.test(word));

if (!existsSync(join(art, 'scenes', `${name.replaceAll('-', '_')}.py`))) {
  console.error(`There is no scene called "${name}". Scenes are the files in lab/art/scenes/.`);
  process.exit(1);
}

mkdirSync(join(art, 'out'), { recursive: true });
const out = join(art, 'out', preview ? `${name}-preview.png` : `${name}.png`);
const outputs = preview ? ['preview=yes', `out=${out}`] : [`out=${out}`, `masters=${join(gallery, name)}`];

// Blender prints thousands of lines: show only ours and errors.
const blender = [
  'blender',
  '-b',
  '-P',
  join(art, 'stage.py'),
  '--',
  `scene=${name}`,
  ...outputs,
  ...settings,
];
const run = spawnSync('nice', ['-n', '19', ...blender], { encoding: 'utf8', maxBuffer: 2 ** 28 });
const said = `${run.stdout}\n${run.stderr}`.split('\n');
const worth = said.filter((line) => /RENDER|Error|error|File "|line \d+/.test(line));
console.log(worth.join('\n'));
process.exit(worth.some((line) => line.startsWith('RENDER')) ? 0 : 1);
