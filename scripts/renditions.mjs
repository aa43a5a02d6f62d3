// npm run renditions: keeps the finished sizes of the pictures in renditions/, so that a fresh clone need not encode
// them (decision 22). Makes those of new pictures and settings; with --all every one anew.
import { build } from './build.mjs';
import { forgetRenditions, keepRenditions } from './kept-renditions.mjs';

if (process.argv.includes('--all')) forgetRenditions();
await build();
const { all, added, removed } = keepRenditions();
console.log(
  `renditions/ holds ${all} pictures: ${added} added, ${removed} that no page uses removed. Commit the folder.`,
);
