import type { Check } from '../circumstances.ts';

/** Milliseconds: a day, and the hour that a day in fall has more. */
const oldest = 25 * 60 * 60_000;

export const backup: Check = {
  name: 'the copy of the requests',
  run: ({ settings, lastBackup, now }) => {
    if (settings.database) {
      return [
        { untested: 'The requests are in PostgreSQL: see docs/more-than-one-machine.md for its copies.' },
      ];
    }
    const last = lastBackup();
    if (last && now.getTime() - last.getTime() <= oldest) {
      return [];
    }
    const when = last ? `is of ${last.toISOString().slice(0, 16).replace('T', ' ')} UTC` : 'was never made';
    return [
      {
        open: `The last copy of the requests ${when}, and with the disk everything since is lost: run systemctl enable --now diesel-site-backup.timer and systemctl start diesel-site-backup.`,
      },
    ];
  },
};
