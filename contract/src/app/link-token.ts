import Type from 'typebox'

/** The secret of a link, as it is opened: what a program for mail or chat added to it makes it wrong, not too long. */
export const linkToken = Type.String({ maxLength: 2000 })
