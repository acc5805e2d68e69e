/** What somebody is told, whatever they ask for, until they have set up the second factor that they need. */
export const secondFactorNeededMessage =
  'Everybody here needs a second factor. Set one up on your account page first.'
