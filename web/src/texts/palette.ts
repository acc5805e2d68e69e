import { palette } from './en/palette.ts'
import { spoken } from './texts.ts'

/** The texts of the command palette, loaded with it. */
export const { palette: paletteTexts } = await spoken(
  { palette },
  {
    de: () => import('./de/palette.ts'),
    es: () => import('./es/palette.ts'),
  },
)
