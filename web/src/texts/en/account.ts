/** Texts of the account page, in English. */
export const account = {
  title: 'Your account',
  password: 'Password',
  passwordLead: 'Changing it signs you out everywhere else.',
  present: 'Current password',
  next: 'New password',
  nextHint: 'At least 8 characters. Several words are easier to remember and harder to guess.',
  changePassword: 'Change password',
  passwordChanged: 'Password changed. Other devices are signed out.',
  secondFactor: 'Two-factor sign-in',
  secondFactorLead:
    'A code from your phone in addition to your password, so a stolen password is not enough.',
  factorOff: 'Off. You sign in with your password only.',
  factorOn: (left: number) =>
    `On. ${left === 1 ? 'One recovery code is' : `${left} recovery codes are`} left.`,
  factorNeeded:
    'This installation requires a second factor. Add a passkey or set up two-factor sign-in to continue.',
  verificationNeeded: (email: string) =>
    `Two-factor sign-in is required here. To confirm that it is you, we send a link to ${email} first. Use it to choose a new password, then return to this page.`,
  verificationSent: (email: string) =>
    `We sent a link to ${email}. It works once and expires after 24 hours.`,
  setUpFactor: 'Set up two-factor sign-in',
  setUpFactorHint: 'You need an authenticator app or a password manager.',
  removeFactor: 'Turn off two-factor sign-in',
  removeFactorHint: 'You will sign in with your password only. Your recovery codes stop working.',
  proceed: 'Continue',
  scan: 'Scan this QR code with your authenticator app, or enter the secret below. Then enter the code that the app shows.',
  qrCode: 'QR code with the secret',
  secret: 'Secret',
  code: 'Code',
  turnOn: 'Turn on two-factor sign-in',
  recoveryCodes: 'Save your recovery codes',
  recoveryCodesHint:
    'Use a recovery code if you lose your authenticator app. Each code works once. Save them in a password manager or print them: they are not shown again.',
  codesSaved: 'I have saved them',
  devices: 'Signed-in devices',
  devicesLead: 'Sign out devices that you do not recognise, then change your password.',
  unknownDevice: 'Unknown browser',
  thisDevice: 'this device',
  lastSeen: (day: string) => `last seen ${day}`,
  signedIn: (day: string) => `signed in ${day}`,
  signOut: 'Sign out',
  signOutOf: (device: string) => `Sign out ${device}`,
  signOutOthers: 'Sign out all other devices',
}
