import Type from 'typebox'

/** A day of the calendar, such as 2026-11-20; 30 February is none. */
export const day = (description: string, example = '2026-11-20') =>
  Type.String({ description, format: 'date', examples: [example] })
