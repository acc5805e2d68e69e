import type { NewShare } from '@tributary/contract/app/share.ts'
import { contrastWithWhite, minBrandContrast } from '@tributary/contract/contrast.ts'
import { shareLogo } from '@tributary/contract/logo-limits.ts'
import { AppError } from '../errors.ts'
import { checkName } from '../sites/check-name.ts'

/** The appearance of a share link's page. */
export interface Brand {
  title: string | null
  /** A colour such as `#0b6e7f`. */
  accent: string | null
  /** A PNG image as a data URL. */
  logo: string | null
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Validates what visitors of a link will see: a colour with readable text, and a valid image. */
export function readBrand({ title, accent, logo }: Pick<NewShare, keyof Brand>): Brand {
  if (accent !== undefined && contrastWithWhite(accent) < minBrandContrast) {
    throw new AppError(
      'invalid',
      `accent must have a contrast with white of at least ${minBrandContrast}:1. Choose a darker colour`,
    )
  }
  if (logo !== undefined) checkLogo(logo)
  return {
    title: title === undefined ? null : checkName(title),
    accent: accent?.toLowerCase() ?? null,
    logo: logo ?? null,
  }
}

function checkLogo(dataUrl: string): void {
  const { maxBytes, maxWidth, maxHeight } = shareLogo
  const [, base64 = ''] = /^data:image\/png;base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? []
  const bytes = Buffer.from(base64, 'base64')
  const isPng =
    bytes.subarray(0, 8).equals(signature) && bytes.toString('latin1', 12, 16) === 'IHDR'
  if (!isPng || bytes.length < 33) {
    throw new AppError('invalid', 'logo must be a PNG image as a data URL')
  }
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const fits = width > 0 && height > 0 && width <= maxWidth && height <= maxHeight
  if (fits && bytes.length <= maxBytes) return
  throw new AppError(
    'invalid',
    `logo must have at most ${maxWidth} × ${maxHeight} pixels and ${maxBytes} bytes`,
  )
}
