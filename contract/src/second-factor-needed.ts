/** The error for every request until the required second factor is set up. */
export const secondFactorNeededMessage =
  'Everybody here needs a second factor. Set one up on your account page first.'

/** The text of a 403 for a request that requires proof of identity within the last ten minutes. */
export const stepUpNeededMessage =
  'Confirm that it is you first: with your password, a passkey or a code.'

/** The error for setting one up with only a password, where a link in an e-mail is required. */
export const emailVerificationNeededMessage =
  'Prove first that the e-mail address is yours: ask for a link to a new password, and open it.'
