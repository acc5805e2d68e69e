/**
 * What a language other than English says of a part of the texts: the same keys, any of which may be
 * missing. What is missing is said in English; `web/test/texts.test.ts` names it.
 */
export type Translated<Texts> = {
  [Key in keyof Texts]?: Texts[Key] extends string | readonly string[] | Speaks
    ? Texts[Key]
    : Translated<Texts[Key]>
}

type Speaks = (...parts: never[]) => string
