import type { Annotation, AnnotationInput, AnnotationsQuery } from './contract/lists.ts'
import type { Caller, CallOptions } from './send.ts'

/** Notes on the time line; `tributary.annotations`. Writing needs the scope `annotations:write`. */
export class Annotations {
  readonly #call: Caller

  /** Made by `Tributary`. */
  constructor(call: Caller) {
    this.#call = call
  }

  /**
   * Marks a day, a moment or a span. Under an id of your own it takes the place of the note that had it, so
   * that a deployment which runs twice leaves one note.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * const note = { at: '2026-11-02', text: 'New pricing page', kind: 'launch' } as const
   * const { annotationId } = await tributary.annotations.save('release-42', note)
   * console.log(annotationId) // release-42
   * ```
   */
  async save(
    annotationId: string,
    note: AnnotationInput,
    options: CallOptions = {},
  ): Promise<Annotation> {
    const call = { query: { annotationId }, body: note, ...options }
    return (await this.#call('PUT /api/v1/annotations', call)).annotation
  }

  /**
   * All notes of some days, or of all, the latest first.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * for (const { day, text } of await tributary.annotations.list({ from: '2026-11-01' })) {
   *   console.log(day, text)
   * }
   * ```
   */
  async list(query: AnnotationsQuery = {}, options: CallOptions = {}): Promise<Annotation[]> {
    return (await this.#call('GET /api/v1/annotations', { query, ...options })).annotations
  }

  /**
   * Deletes a note and answers it; undefined when there was none.
   *
   * @example
   * ```ts
   * import { Tributary } from '@tributary/sdk'
   *
   * const tributary = new Tributary({ url: process.env.TRIBUTARY_URL, key: process.env.TRIBUTARY_KEY })
   *
   * await tributary.annotations.save('mistake', { at: '2026-11-03', text: 'Nothing happened' })
   * const gone = await tributary.annotations.remove('mistake')
   * console.log(gone?.text) // Nothing happened
   * ```
   */
  async remove(annotationId: string, options: CallOptions = {}): Promise<Annotation | undefined> {
    const call = { query: { annotationId }, notFound: 'Annotation not found', ...options }
    return (await this.#call('DELETE /api/v1/annotations', call))?.annotation
  }
}
