/**
 * A translation of a part of the texts: the same keys, any of which may be missing. Missing texts are shown in
 * English; `web/test/texts.test.ts` names them.
 */
export type Translated<Texts> = {
  [Key in keyof Texts]?: Texts[Key] extends string | readonly string[] | Speaks
    ? Texts[Key]
    : Translated<Texts[Key]>
}

type Speaks = (...parts: never[]) => string
