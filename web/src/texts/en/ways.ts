/** The ways to sign in, and the people who do, in English. */
export const signIn = {
  or: 'or',
  passkey: 'Sign in with a passkey',
  provider: (name: string) => `Sign in with ${name}`,
  onlyProvider: (name: string) => `This installation is opened with ${name}.`,
  refusals: {
    cancelled: 'You cancelled signing in.',
    expired: 'This took too long, or began in another browser. Try again.',
    unknown:
      'There is no account with your e-mail address. Ask an owner of this installation to invite you.',
    unverified:
      'The provider does not say that your e-mail address is verified. Verify it there, or sign in another way and connect the provider on your account page.',
    domain: 'Your e-mail address is of a domain that may not sign in here.',
    disabled: 'Your account is disabled. Ask an owner of this installation.',
    taken:
      'This account is connected to somebody else at the provider. Sign in another way, or ask an owner of this installation.',
    failed: 'The answer of the provider could not be believed. Its log and ours say more.',
  },
}

export const passkeys = {
  title: 'Passkeys',
  lead: 'Sign in with your finger, face or device code. A passkey is password and second factor in one.',
  none: 'You have no passkey yet.',
  elsewhere: (origin: string) => `Passkeys work at ${origin} only. Open this page there.`,
  impossible:
    'Passkeys need https and a host name. The operator of this server can set PUBLIC_URL.',
  unsupported: 'This browser cannot use passkeys.',
  cancelled: 'No passkey was used. Try again when you are ready.',
  made: (day: string) => `added ${day}`,
  used: (day: string) => `last used ${day}`,
  neverUsed: 'never used',
  add: 'Add a passkey',
  addHint: 'Your browser asks where to keep it. Give it a name by which you know it again.',
  name: 'Name',
  namePlaceholder: 'Laptop',
  rename: 'Rename',
  renameOf: (name: string) => `Rename ${name}`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove ${name}?`,
  removeHint:
    'It can no longer be used to sign in. Your device may keep offering it until you delete it there too.',
}

export const provider = {
  lead: (name: string) => `Sign in with your account at ${name}.`,
  linked: 'Connected.',
  notLinked: 'Not connected.',
  link: (name: string) => `Connect ${name}`,
  unlink: (name: string) => `Disconnect ${name}`,
  linkHint: 'You go there, sign in, and come back.',
  unlinkHint: 'It signs you in no more, until you connect it again.',
}

export const own = {
  emailTitle: 'E-mail address',
  emailLead: 'What you sign in with. Invitations to the old address stay with it.',
  email: 'New e-mail address',
  changeEmail: 'Change address',
  emailChanged: 'Changed.',
  emailLeadMailed:
    'We send a link there. The new address counts once you have opened it in this browser.',
  emailMailed: (email: string) =>
    `A link went to ${email}. Open it within a day in a browser in which you are signed in; until then the address stays as it is.`,
  emailProved: 'Proved. You sign in with this address from now on.',
  emailUnproved: 'This address is not verified. Re-enter it to get a verification link.',
  emailUnprovable: (provider: string) =>
    `This address is not verified. Connect ${provider} to verify it.`,
  deleteTitle: 'Delete account',
  deleteLead: 'For good. Sites and what you did on them stay; the audit log keeps your address.',
  deleteAccount: 'Delete my account',
  deleteHint: 'You are signed out everywhere and cannot sign in again.',
}

export const people = {
  title: 'People',
  lead: 'Everybody who may sign in to this installation. Invite people on the team page of a site.',
  you: 'you',
  roles: { owner: 'Owner of the installation', member: 'Member' },
  sites: (count: number) => (count === 1 ? '1 site' : `${count} sites`),
  seen: (day: string) => `last seen ${day}`,
  never: 'never signed in',
  safe: 'second factor on',
  passkeys: (count: number) => (count === 1 ? '1 passkey' : `${count} passkeys`),
  unsafe: 'password alone',
  disabled: 'disabled',
  actions: (email: string) => `Actions for ${email}`,
  resetLink: 'Link to a new password',
  resetHint: (email: string) =>
    `Anyone with this link can choose a new password for ${email}, once and within a day. Second factors stay.`,
  makeLink: 'Make the link',
  linkTitle: 'Hand this over',
  linkHint: (email: string) =>
    `Give it to ${email} yourself, not to anybody else. It is not shown again.`,
  done: 'Done',
  signOut: 'Sign out everywhere',
  signOutHint: (email: string) => `${email} has to sign in again in every browser.`,
  disable: 'Disable',
  disableHint: (email: string) =>
    `${email} is signed out at once and cannot sign in until you enable the account again.`,
  enable: 'Enable',
  enableHint: (email: string) => `${email} can sign in again as before.`,
}

export const duty = {
  title: 'A second factor for everybody',
  lead: 'People who sign in with a password alone can then only set up two-factor sign-in or a passkey. API keys, share links and sign-in providers are not affected.',
  on: 'On. A password alone gives access to the account page only.',
  off: 'Off. Each person decides for themselves.',
  turnOn: 'Require a second factor',
  turnOff: 'Require it no longer',
  turnOnHint: (count: number) =>
    `${count === 1 ? 'One person has' : `${count} people have`} a password alone. They are asked to set something up as soon as they do anything.`,
  turnOffHint: 'Everybody who has one has it still, but is free to turn it off.',
}

export const forgotten = {
  title: 'Forgot your password?',
  byHand:
    'An owner of this installation can give you a link to a new one under “People”. The operator of the server can make one with this command:',
  address: 'Address of your account',
  addressHint: 'A link to a new password goes there. It works once, for a day.',
  ask: 'Send the link',
  asked: 'If there is an account with this address, a link is on its way to it.',
}

export const reset = {
  title: 'Choose a new password',
  lead: (email: string) => `For ${email}. You are signed out everywhere else.`,
  password: 'New password',
  submit: 'Set password and sign in',
  busy: 'Saving …',
  closed: 'This link has expired or was already used',
  broken: 'The link is not whole',
  brokenHint: 'Copy all of it, up to the last character, and try again.',
}

export const stepUp = {
  title: 'Confirm that it is you',
  lead: 'You signed in more than ten minutes ago. Confirm before you make this change.',
  confirm: 'Confirm',
  passkey: 'Use a passkey',
  code: 'Authentication code',
  codeHint: 'From your authenticator app, or a recovery code.',
}
