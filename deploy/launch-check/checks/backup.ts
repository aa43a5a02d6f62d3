import type { Check } from '../circumstances.ts';

/** Milliseconds: a day, plus the extra hour when clocks go back in fall. */
const oldest = 25 * 60 * 60_000;

export const backup: Check = {
  name: 'the copy of the requests',
  run: ({ settings, lastBackup, now }) => {
    if (settings.database) {
      return [
        { untested: 'The requests are in PostgreSQL: see docs/more-than-one-machine.md to back them up.' },
      ];
    }
    const last = lastBackup();
    if (last && now.getTime() - last.getTime() <= oldest) {
      return [];
    }
    const when = last ? `is from ${last.toISOString().slice(0, 16).replace('T', ' ')} UTC` : 'was never made';
    return [
      {
        open: `The last copy of the requests ${when}, so if the disk fails, everything since is lost: run systemctl enable --now diesel-site-backup.timer and systemctl start diesel-site-backup.`,
      },
    ];
  },
};
