/** Texts of sign-in, passkeys and people, in English. */
export const signIn = {
  or: 'or',
  passkey: 'Sign in with a passkey',
  provider: (name: string) => `Sign in with ${name}`,
  onlyProvider: (name: string) => `Sign in to this installation with ${name}.`,
  refusals: {
    cancelled: 'Sign-in was cancelled.',
    expired: 'The sign-in expired or began in another browser. Try again.',
    unknown:
      'There is no account with your e-mail address. Ask an owner of this installation to invite you.',
    unverified:
      'Your e-mail address is not verified at the provider. Verify it there, or sign in another way and connect the provider on your account page.',
    domain: 'Your e-mail address’s domain is not allowed to sign in here.',
    disabled: 'Your account is disabled. Ask an owner of this installation to enable it.',
    taken:
      'This account is connected to a different account at the provider. Sign in another way, or ask an owner of this installation.',
    failed:
      'The provider’s response could not be verified. Check the provider’s log and the server’s log.',
  },
}

export const passkeys = {
  title: 'Passkeys',
  lead: 'Sign in with your fingerprint, face or device PIN. A passkey replaces both password and second factor.',
  none: 'You have no passkeys yet.',
  elsewhere: (origin: string) => `Passkeys only work at ${origin}. Open this page there.`,
  impossible:
    'Passkeys need HTTPS and a host name. Ask the operator of this server to set PUBLIC_URL.',
  unsupported: 'This browser does not support passkeys.',
  cancelled: 'No passkey was used. Try again.',
  made: (day: string) => `added ${day}`,
  used: (day: string) => `last used ${day}`,
  neverUsed: 'never used',
  add: 'Add passkey',
  addHint: 'Enter a name to recognise it by. Your browser then asks where to save it.',
  name: 'Name',
  namePlaceholder: 'Laptop',
  rename: 'Rename',
  renameOf: (name: string) => `Rename ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeHint:
    'You can no longer sign in with it. Your device may keep suggesting it until you delete it there.',
}

export const provider = {
  lead: (name: string) => `Sign in with your account at ${name}.`,
  linked: 'Connected.',
  notLinked: 'Not connected.',
  link: (name: string) => `Connect ${name}`,
  unlink: (name: string) => `Disconnect ${name}`,
  linkHint: 'You sign in at the provider and return to this page.',
  unlinkHint: 'You can no longer sign in with it until you connect it again.',
}

export const own = {
  emailTitle: 'E-mail address',
  emailLead: 'You sign in with this address. Invitations sent to your old address do not move.',
  email: 'New e-mail address',
  changeEmail: 'Change address',
  emailChanged: 'E-mail address changed.',
  emailLeadMailed:
    'We send a link to the new address. Open it in this browser to confirm the change.',
  emailMailed: (email: string) =>
    `We sent a link to ${email}. Open it within 24 hours in a browser where you are signed in. Until then, your address does not change.`,
  emailVerified: 'Address verified. You now sign in with it.',
  emailUnverified: 'This address is not verified. Re-enter it to get a verification link.',
  emailUnverifiable: (provider: string) =>
    `This address is not verified. Connect ${provider} to verify it.`,
  deleteTitle: 'Delete account',
  deleteLead:
    'This cannot be undone. Sites and your changes stay, and the audit log keeps your address.',
  deleteAccount: 'Delete my account',
  deleteHint: 'You are signed out everywhere and cannot sign in again.',
}

export const people = {
  title: 'People',
  lead: 'Everyone who can sign in to this installation. To invite people, open the team page of a site.',
  you: 'you',
  roles: { owner: 'Owner of the installation', member: 'Member' },
  sites: (count: number) => (count === 1 ? '1 site' : `${count} sites`),
  seen: (day: string) => `last seen ${day}`,
  never: 'never signed in',
  safe: 'two-factor sign-in on',
  passkeys: (count: number) => (count === 1 ? '1 passkey' : `${count} passkeys`),
  unsafe: 'password only',
  disabled: 'disabled',
  actions: (email: string) => `Actions for ${email}`,
  resetLink: 'Create password reset link',
  resetHint: (email: string) =>
    `Anyone with this link can set a new password for ${email}, once and within 24 hours. Second factors stay.`,
  makeLink: 'Create link',
  linkTitle: 'Password reset link',
  linkHint: (email: string) => `Send it only to ${email}. It is not shown again.`,
  done: 'Done',
  signOut: 'Sign out everywhere',
  signOutHint: (email: string) => `${email} has to sign in again in every browser.`,
  disable: 'Disable account',
  disableHint: (email: string) =>
    `${email} is signed out immediately and cannot sign in until you enable the account again.`,
  enable: 'Enable account',
  enableHint: (email: string) => `${email} can sign in again.`,
}

export const duty = {
  title: 'Required second factor',
  lead: 'Require a passkey or two-factor sign-in for every account. API keys, share links and sign-in providers are not affected.',
  on: 'On. With only a password, people can open their account page and nothing else.',
  off: 'Off. Each person decides.',
  turnOn: 'Require a second factor',
  turnOff: 'Stop requiring a second factor',
  turnOnHint: (count: number) =>
    `${count === 1 ? 'One person has' : `${count} people have`} only a password. They have to set up a second factor before they can continue.`,
  turnOffHint: 'Existing second factors stay on, but people can turn them off.',
}

export const forgotten = {
  title: 'Forgot your password?',
  byHand:
    'Ask an owner of this installation for a password reset link, or the operator of the server to run this command:',
  address: 'Your e-mail address',
  addressHint:
    'We send you a link to choose a new password. It works once and expires after 24 hours.',
  ask: 'Send reset link',
  asked: 'If an account with this address exists, we sent it a link. Check your inbox.',
}

export const reset = {
  title: 'Choose a new password',
  lead: (email: string) => `For ${email}. All other devices are signed out.`,
  password: 'New password',
  submit: 'Set password and sign in',
  busy: 'Saving…',
  closed: 'This link has expired or was already used',
  broken: 'The link is incomplete',
  brokenHint: 'Copy the whole link and try again.',
}

export const stepUp = {
  title: 'Confirm that it is you',
  lead: 'You signed in more than ten minutes ago. Confirm your identity to make this change.',
  confirm: 'Confirm',
  passkey: 'Use a passkey',
  code: 'Authentication code',
  codeHint: 'From your authenticator app, or a recovery code.',
}
