import { useNavigate, useParams } from '@tanstack/react-router'
import { useMay } from '../../api/site/sites.ts'
import { themes, useTheme } from '../../style/theme.ts'
import { paletteTexts as words } from '../../texts/palette.ts'
import { texts } from '../../texts/texts.ts'
import { newDialogHash } from '../dialogs/use-new-dialog.ts'
import { writeClipboard } from '../forms/write-clipboard.ts'
import type { PaletteLine } from './use-lines.ts'

/** Actions that are available everywhere, without opening a page first. */
export function useActions(): PaletteLine[] {
  const navigate = useNavigate()
  const { siteId = '' } = useParams({ strict: false })
  const mayChange = useMay(siteId, 'admin')
  const [, setTheme] = useTheme()
  const make = (section: string) => () =>
    navigate({
      to: '/sites/$siteId/settings/$section',
      params: { siteId, section },
      hash: newDialogHash,
    })
  const ofSite = [
    { id: 'make share', label: words.makeShare, run: make('sharing') },
    { id: 'make key', label: words.makeKey, run: make('keys') },
    { id: 'invite', label: words.invite, run: make('team') },
  ]
  const always = [
    {
      id: 'copy address',
      label: words.copyAddress,
      report: () =>
        writeClipboard(location.href).then(
          () => texts.copied,
          () => words.addressNotCopied,
        ),
    },
    ...themes.map((theme) => ({
      id: `theme ${theme}`,
      label: words.theme(texts.menu[theme]),
      run: () => setTheme(theme),
    })),
  ]
  const lines = [...(siteId !== '' && mayChange ? ofSite : []), ...always]
  return lines.map((line) => ({ ...line, group: words.actions }))
}
