/** What somebody is told, whatever they ask for, until they have set up the second factor that they need. */
export const secondFactorNeededMessage =
  'Everybody here needs a second factor. Set one up on your account page first.'

/** The text of a 403 for what needs a proof within the last ten minutes that the person is still there. */
export const stepUpNeededMessage =
  'Confirm that it is you first: with your password, a passkey or a code.'

/** What somebody is told who would set one up with a password alone, where a link in an e-mail can prove more. */
export const emailProofNeededMessage =
  'Prove first that the e-mail address is yours: ask for a link to a new password, and open it.'
