/**
 * The words of the owner's emails about cancellations, deletions, and pairing, and of the alarms about them. Also the
 * words of test rings. English only.
 */
export const ownerEmailWords = {
  canceled: {
    subject: 'CANCELED by the driver · {reference}',
    text: 'The driver who sent {reference} ({service}) no longer needs help. Alarms about it have stopped.\n\nA driver can undo a cancellation once, within two hours. If that happens, you get another email, and any alarms start again.',
    alarm: 'CANCELED by the driver. Ref {reference}',
  },
  stillNeeded: {
    subject: 'STILL NEEDS HELP · {reference}',
    text: 'The driver who sent {reference} ({service}) has undone the cancellation and still needs help.\n\nThe details are in the email about {reference}, and in Dispatch.',
  },
  erased: {
    subject: 'Delete the email about {reference}',
    text: 'Request {reference} has been deleted from this website. Backups keep it for up to 8 days.\n\nPlease delete the email about {reference}, too. The driver or somebody here deleted the request.',
    alarm: 'DELETED by the driver. Ref {reference}',
  },
  pairing: {
    subject: 'Link to pair a phone with Dispatch',
    text: 'Open this link on the phone that you want to pair. It works once, within 15 minutes:\n\n{url}\n\nIf nobody here asked for it, ignore it: it goes only to the addresses that get the requests.',
  },
  paired: {
    subject: 'A phone was paired with Dispatch: {name}',
    text: 'The phone "{name}" can now read, take, and delete requests.\n\nIf this phone is not yours, remove it. Open Dispatch on a paired phone, or run npm run pair -- --list on the server.',
    alarm: 'A phone was paired with Dispatch: {name}',
  },
  test: 'This is a test alarm from Dispatch. Nothing is wrong.',
};
