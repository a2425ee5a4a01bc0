/** The password that readers of a page share. It is passed on by mail and chat, so it is no account's. */

export const MIN_PAGE_PASSWORD_LENGTH = 8;
export const MAX_PAGE_PASSWORD_LENGTH = 256;
