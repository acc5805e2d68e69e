import { Link } from '@tanstack/react-router'
import type { AppPerson } from '@tributary/contract/app/account.ts'
import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { type PersonAction, usePeople } from '../../api/account/ways.ts'
import { formatInstantDay } from '../../format/date.ts'
import { Line, Lines } from '../../parts/figures/lines.tsx'
import { Button } from '../../parts/forms/button.tsx'
import { BackLink } from '../../parts/frame/back-link.tsx'
import { Frame } from '../../parts/frame/frame.tsx'
import { MenuItem, MenuPopup } from '../../parts/frame/menu.tsx'
import sections from '../../parts/frame/sections.module.css'
import { useTitle } from '../../parts/frame/title.ts'
import { Failure } from '../../parts/states/failure.tsx'
import { WaitingRows } from '../../parts/states/waiting.tsx'
import { texts } from '../../texts/texts.ts'
import { wayTexts } from '../../texts/ways.ts'
import styles from '../account/account-page.module.css'
import { ActionDialog } from './action-dialog.tsx'
import { FactorRequirement } from './factor-requirement.tsx'

const words = wayTexts.people

interface Chosen {
  person: AppPerson
  action: PersonAction
}

/** Everybody with an account, for the installation's owners. */
export function PeoplePage() {
  useTitle(words.title)
  const people = usePeople()
  const [chosen, setChosen] = useState<Chosen>()
  return (
    <Frame>
      <div className={sections.page}>
        <BackLink to={<Link to="/sites" />}>{texts.menu.sites}</BackLink>
        <div>
          <h1>{words.title}</h1>
          <p className={styles.lead}>{words.lead}</p>
        </div>
        {people.isPending && <WaitingRows count={4} figures={0} isTall isFramed />}
        {people.error && !people.data && (
          <Failure error={people.error} retry={() => people.refetch()} />
        )}
        {people.data && (
          <>
            <Lines>
              {people.data.people.map((person) => (
                <PersonLine
                  key={person.id}
                  person={person}
                  choose={(action) => setChosen({ person, action })}
                />
              ))}
            </Lines>
            <FactorRequirement
              isOn={people.data.secondFactorRequired}
              lacking={people.data.people.filter((person) => isUnsafe(person)).length}
            />
          </>
        )}
      </div>
      {chosen && <ActionDialog {...chosen} close={() => setChosen(undefined)} />}
    </Frame>
  )
}

function PersonLine({ person, choose }: PersonLineProps) {
  const { email, isYou, isDisabled } = person
  const actions: PersonAction[] = [
    'reset-link',
    'sign-out',
    ...(isDisabled ? (['enable'] as const) : isYou ? [] : (['disable'] as const)),
  ]
  const labels: Record<PersonAction, string> = {
    'reset-link': words.resetLink,
    'sign-out': words.signOut,
    disable: words.disable,
    enable: words.enable,
  }
  return (
    <Line
      name={
        <>
          {email}
          {isYou && <span className={styles.facts}>{` (${words.you})`}</span>}{' '}
          {isDisabled && <span className={styles.mark}>{words.disabled}</span>}
          {isUnsafe(person) && <span className={styles.warning}>{words.unsafe}</span>}
        </>
      }
      facts={factsOf(person)}
    >
      <MenuPopup
        align="end"
        trigger={
          <Button look="quiet" aria-label={words.actions(email)}>
            <EllipsisVertical aria-hidden />
          </Button>
        }
      >
        {actions.map((action) => (
          <MenuItem key={action} onClick={() => choose(action)}>
            {labels[action]}
          </MenuItem>
        ))}
      </MenuPopup>
    </Line>
  )
}

interface PersonLineProps {
  person: AppPerson
  choose: (action: PersonAction) => void
}

/** Whether the account is protected only by a password. */
function isUnsafe({ isDisabled, hasPassword, hasSecondFactor, passkeys }: AppPerson): boolean {
  return !isDisabled && hasPassword && !hasSecondFactor && passkeys === 0
}

function factsOf({ installationRole, sites, lastSeenAt, ...person }: AppPerson): string[] {
  return [
    words.roles[installationRole],
    ...(installationRole === 'member' ? [words.sites(sites)] : []),
    lastSeenAt === null ? words.never : words.seen(formatInstantDay(lastSeenAt)),
    ...(person.hasSecondFactor ? [words.safe] : []),
    ...(person.passkeys > 0 ? [words.passkeys(person.passkeys)] : []),
  ]
}
