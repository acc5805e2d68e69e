import { LogIn } from 'lucide-react'
import { useOidcSignIn } from '../../api/account/ways.ts'
import { wayTexts } from '../../texts/ways.ts'
import { explainFailure } from '../states/failure.tsx'
import { Notice } from '../states/notice.tsx'
import { Button } from './button.tsx'

const words = wayTexts.signIn

/** A link to the operator's provider and, from there, to the requested page. */
export function ProviderButton({ name, to, look }: ProviderButtonProps) {
  const signIn = useOidcSignIn()
  return (
    <>
      {signIn.error && <Notice look="bad">{explainFailure(signIn.error)}</Notice>}
      <Button look={look} wraps onClick={() => signIn.mutate({ to })} busy={signIn.isPending}>
        <LogIn aria-hidden />
        {words.provider(name)}
      </Button>
    </>
  )
}

interface ProviderButtonProps {
  name: string
  to: string
  look: 'plain' | 'primary'
}
