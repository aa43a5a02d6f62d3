import type { Check } from '../circumstances.ts';

export const retention: Check = {
  name: 'how long requests are kept',
  run: ({ business, settings }) =>
    settings.retentionDays === business.retentionDays
      ? []
      : [
          {
            open: `RETENTION_DAYS is ${settings.retentionDays} but the privacy section promises ${business.retentionDays} days, so it does not tell visitors the truth: remove RETENTION_DAYS, or change retentionDays in content/business.ts and rebuild.`,
          },
        ],
};
