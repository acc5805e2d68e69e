import { palette } from './en/palette.ts'
import { spoken } from './texts.ts'

/** The words of the palette that leads everywhere, fetched with it. */
export const { palette: paletteTexts } = await spoken(
  { palette },
  {
    de: () => import('./de/palette.ts'),
    es: () => import('./es/palette.ts'),
  },
)
