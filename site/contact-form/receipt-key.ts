/**
 * The key in `sessionStorage` for the receipt of the request that this tab sent last. The request page uses the key,
 * too. This is a separate file, so that the request page needs no script of the form.
 */
export const receiptKey = 'receipt';
