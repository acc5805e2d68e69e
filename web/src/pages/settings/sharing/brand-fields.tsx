import { contrastWithWhite, minBrandContrast } from '@tributary/contract/contrast.ts'
import { shareLogo } from '@tributary/contract/logo-limits.ts'
import { useState } from 'react'
import { Button } from '../../../parts/forms/button.tsx'
import fields from '../../../parts/forms/field.module.css'
import { Field, TextField } from '../../../parts/forms/field.tsx'
import { careTexts } from '../../../texts/care.ts'
import styles from './brand-fields.module.css'
import { drawLogo } from './draw-logo.ts'

const words = careTexts.sharing

interface Brand {
  title: string
  /** A colour such as `#0b6e7f`, or nothing. */
  accent: string
  /** A data URL, or nothing. */
  logo: string
}

interface BrandFieldsProps {
  brand: Brand
  change: (changed: Partial<Brand>) => void
}

/** The problem with a colour, in words. */
export function brandProblem(accent: string): string | undefined {
  if (accent === '') return undefined
  if (!/^#[0-9a-f]{6}$/i.test(accent)) return words.notAColour
  const isDark = contrastWithWhite(accent) >= minBrandContrast
  return isDark ? undefined : words.lightColour
}

/** The title, the logo and the colour of a shared page. */
export function BrandFields({ brand: { title, accent, logo }, change }: BrandFieldsProps) {
  const [logoProblem, setLogoProblem] = useState<string>()
  const choose = async (file: File | undefined) => {
    setLogoProblem(undefined)
    const drawn = file && (await drawLogo(file))
    if (file && drawn === undefined) setLogoProblem(words.notALogo)
    change({ logo: drawn ?? '' })
  }
  return (
    <>
      <TextField
        label={words.title}
        hint={words.titleHint}
        maxLength={120}
        autoComplete="off"
        value={title}
        onChange={({ target }) => change({ title: target.value })}
      />
      <Field label={words.colour} hint={words.colourHint} error={brandProblem(accent)}>
        {({ id, describedBy, invalid }) => (
          <div className={styles.colour}>
            <input
              type="color"
              aria-label={words.pickColour}
              value={/^#[0-9a-f]{6}$/i.test(accent) ? accent : '#0b6e7f'}
              onChange={({ target }) => change({ accent: target.value })}
            />
            <input
              id={id}
              className={fields.input}
              aria-describedby={describedBy}
              aria-invalid={invalid || undefined}
              placeholder="#0b6e7f"
              maxLength={7}
              autoComplete="off"
              spellCheck={false}
              value={accent}
              onChange={({ target }) => change({ accent: target.value.trim() })}
            />
          </div>
        )}
      </Field>
      <Field
        label={words.logo}
        hint={words.logoHint(shareLogo.maxWidth, shareLogo.maxHeight)}
        error={logoProblem}
      >
        {({ id, describedBy }) => (
          <input
            id={id}
            type="file"
            accept="image/*"
            className={fields.input}
            aria-describedby={describedBy}
            onChange={({ target }) => choose(target.files?.[0])}
          />
        )}
      </Field>
      {logo !== '' && (
        <div className={styles.logo}>
          <img src={logo} alt={words.logo} />
          <Button look="quiet" onClick={() => change({ logo: '' })}>
            {words.removeLogo}
          </Button>
        </div>
      )}
    </>
  )
}
