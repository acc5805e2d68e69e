import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useSignInOffer } from '../../api/account/ways.ts'
import { useNeedsSetUp } from '../../api/client/session.ts'
import forms from '../../parts/forms/form.module.css'
import { ProviderButton } from '../../parts/forms/provider-button.tsx'
import { LoneFrame } from '../../parts/frame/frame.tsx'
import { useTitle } from '../../parts/frame/title.ts'
import { Notice } from '../../parts/states/notice.tsx'
import { texts } from '../../texts/texts.ts'
import { wayTexts } from '../../texts/ways.ts'
import type { SearchParams } from '../../url-state/search-params.ts'
import { Forgotten } from './forgotten.tsx'
import { PasskeyButton } from './other-ways.tsx'
import { ownPath } from './own-path.ts'
import { PasswordSignIn } from './password-form.tsx'
import { refusalIn } from './refusal.ts'
import styles from './sign-in-page.module.css'

const words = wayTexts.signIn

/** Signing in; afterwards the requested page opens. */
export function SignInPage() {
  useTitle(texts.signIn.title)
  const search = useSearch({ strict: false }) as SearchParams
  const needsSetUp = useNeedsSetUp()
  const offer = useSignInOffer()
  const router = useRouter()
  const navigate = useNavigate()
  const to = ownPath(search.to)
  const refusal = refusalIn(search)
  const openTarget = () => {
    void navigate({ href: to, replace: true }).then(() => router.invalidate())
  }
  const isPasswordOn = offer.data?.isPasswordOn ?? true
  const hasPasskeys = offer.data?.passkeyOrigin === location.origin
  const name = offer.data?.oidcName ?? undefined
  const lead = search.ended ? texts.signIn.ended : texts.signIn.lead
  return (
    <LoneFrame title={texts.signIn.title} lead={lead}>
      <div className={forms.form}>
        {needsSetUp.data && <Notice look="good">{texts.setUp.needed}</Notice>}
        {refusal && <Notice look="bad">{refusal}</Notice>}
        {isPasswordOn && <PasswordSignIn onSignedIn={openTarget} />}
        {isPasswordOn && (hasPasskeys || name) && <p className={styles.or}>{words.or}</p>}
        <div className={styles.ways}>
          {hasPasskeys && <PasskeyButton onSignedIn={openTarget} />}
          {name && <ProviderButton name={name} to={to} look={isPasswordOn ? 'plain' : 'primary'} />}
        </div>
        {isPasswordOn ? (
          <Forgotten mailsLinks={offer.data?.mailsResetLinks ?? false} />
        ) : (
          <p className={styles.forgotten}>{words.onlyProvider(name ?? '')}</p>
        )}
      </div>
    </LoneFrame>
  )
}
