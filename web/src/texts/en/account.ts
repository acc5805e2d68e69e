/** What the page of a person's own account says, in English. */
export const account = {
  title: 'Your account',
  password: 'Password',
  passwordLead: 'Changing it signs you out everywhere else.',
  present: 'Current password',
  next: 'New password',
  nextHint: 'At least 8 characters. Several words are easier to remember and harder to guess.',
  changePassword: 'Change password',
  passwordChanged: 'Changed. Other devices are signed out.',
  secondFactor: 'Two-factor sign-in',
  secondFactorLead:
    'A code from your phone in addition to your password, so a stolen password is not enough.',
  factorOff: 'Off. Your password is all that is needed to sign in.',
  factorOn: (left: number) =>
    `On. ${left === 1 ? 'One recovery code is' : `${left} recovery codes are`} left.`,
  factorNeeded:
    'Everybody here needs a second factor. Add a passkey or set up two-factor sign-in, and everything else opens.',
  proofNeeded: (email: string) =>
    `Two-factor sign-in is required here. To make sure it is you who sets it up, we first send a link to ${email}. Use it to choose a new password, then come back here.`,
  proofAsked: (email: string) => `The link is on its way to ${email}. It works once, for a day.`,
  setUpFactor: 'Set up two-factor sign-in',
  setUpFactorHint: 'You need an authenticator app, such as the one of your password manager.',
  removeFactor: 'Turn off two-factor sign-in',
  removeFactorHint:
    'Your password alone will then be enough to sign in. The recovery codes end too.',
  goOn: 'Continue',
  scan: 'Scan this with your authenticator, or type the secret below. Then enter the code that it shows.',
  qrCode: 'QR code with the secret',
  secret: 'Secret',
  code: 'Code',
  turnOn: 'Turn on',
  recoveryCodes: 'Save your recovery codes',
  recoveryCodesHint:
    'Each signs you in once when your authenticator is lost. They are not shown again; a password manager or paper in a drawer is a good place.',
  putAway: 'I have put them away',
  devices: 'Signed-in devices',
  devicesLead: 'End what you do not recognise, then change your password.',
  unknownDevice: 'Unknown browser',
  thisDevice: 'this device',
  lastSeen: (day: string) => `last seen ${day}`,
  signedIn: (day: string) => `signed in ${day}`,
  signOut: 'Sign out',
  signOutDevice: (device: string) => `Sign out ${device}`,
  signOutOthers: 'Sign out all other devices',
}
