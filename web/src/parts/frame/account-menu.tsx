import { Link } from '@tanstack/react-router'
import {
  CircleQuestionMark,
  CircleUser,
  LogOut,
  ScrollText,
  Search,
  UserCog,
  Users,
} from 'lucide-react'
import { themes, useTheme } from '../../style/theme.ts'
import { chooseLanguage, type Language, languages, textLanguage, texts } from '../../texts/texts.ts'
import { Button } from '../forms/button.tsx'
import { MenuCheck, MenuChoices, MenuHeading, MenuItem, MenuLine, MenuPopup } from './menu.tsx'
import { useShortCutsOn } from './short-cuts.ts'

const spoken = Object.entries(languages).map(([value, label]) => ({
  value: value as Language,
  label,
}))

interface AccountMenuProps {
  email: string
  /** Whether they own the installation, and so may see its people and its audit log. */
  isOwner: boolean
  /** Opens the command palette. */
  find: () => void
  signOut: () => void
}

/** The signed-in person, the theme, and signing out. */
export function AccountMenu({ email, isOwner, find, signOut }: AccountMenuProps) {
  const [theme, setTheme] = useTheme()
  const [shortCutsOn, setShortCutsOn] = useShortCutsOn()
  const choices = themes.map((value) => ({ value, label: texts.menu[value] }))
  return (
    <MenuPopup
      align="end"
      trigger={
        <Button look="quiet" aria-label={texts.menu.account}>
          <CircleUser aria-hidden />
        </Button>
      }
    >
      <MenuHeading>{texts.menu.signedInAs(email)}</MenuHeading>
      <MenuLine />
      <MenuHeading>{texts.menu.theme}</MenuHeading>
      <MenuChoices value={theme} choices={choices} choose={setTheme} />
      <MenuLine />
      <MenuHeading>{texts.menu.language}</MenuHeading>
      <MenuChoices value={textLanguage} choices={spoken} choose={chooseLanguage} />
      <MenuLine />
      <MenuItem icon={<Search aria-hidden />} onClick={find} shortCut="?">
        {texts.menu.find}
      </MenuItem>
      <MenuCheck checked={shortCutsOn} change={setShortCutsOn} label={texts.menu.shortCuts} />
      <MenuItem
        icon={<CircleQuestionMark aria-hidden />}
        render={<a href="/help/" target="_blank" rel="noreferrer" />}
      >
        {texts.menu.help}
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<UserCog aria-hidden />} render={<Link to="/account" />}>
        {texts.menu.yourAccount}
      </MenuItem>
      {isOwner && (
        <MenuItem icon={<Users aria-hidden />} render={<Link to="/people" />}>
          {texts.menu.people}
        </MenuItem>
      )}
      {isOwner && (
        <MenuItem icon={<ScrollText aria-hidden />} render={<Link to="/audit" />}>
          {texts.sections.audit.title}
        </MenuItem>
      )}
      <MenuItem icon={<LogOut aria-hidden />} onClick={signOut}>
        {texts.menu.signOut}
      </MenuItem>
    </MenuPopup>
  )
}
