// Imported before everything else: on an older Node the other scripts fail without a reason.
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 20) {
  console.error(
    `This is Node ${process.versions.node}, and the first command needs Node 20 or newer (Debian 12 has 18): install one from https://nodejs.org, put it first on PATH, and run the command again.`,
  );
  process.exit(1);
}
