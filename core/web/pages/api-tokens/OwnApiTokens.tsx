import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiToken } from '#core/contract/api-tokens.ts'
import { Button } from '../../ui/actions/Button.tsx'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import * as rows from '../SignedInDevices.css.ts'
import * as styles from './ApiTokens.css.ts'
import { apiTokensApi } from './client.ts'
import { CreatedTokenDialog } from './CreatedTokenDialog.tsx'
import { NewTokenDialog, type CreatedToken } from './NewTokenDialog.tsx'
import { TokenRow } from './TokenRow.tsx'

/** The user's own API tokens, on the profile. */
export function OwnApiTokens() {
  const tokens = useQuery(apiTokensApi.listApiTokens())
  const [isCreating, setCreating] = useState(false)
  const [created, setCreated] = useState<CreatedToken>()
  return (
    <Card title="API tokens" help="For programs that read or change data in your name.">
      <Loaded query={tokens} height={72} isFrameless>
        {({ isAllowed, tokens: own }) => (
          <>
            {own.length === 0 && (
              <p className={styles.note}>
                {isAllowed ? 'You have no API tokens.' : 'API tokens are not allowed for your account at this address.'}
              </p>
            )}
            <ul className={rows.list}>
              {own.map((token) => (
                <OwnToken key={token.id} token={token} />
              ))}
            </ul>
            {isAllowed && (
              <div className={styles.foot}>
                <Button onPress={() => setCreating(true)}>Create API token</Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      <NewTokenDialog isOpen={isCreating} onOpenChange={setCreating} onCreated={setCreated} />
      <CreatedTokenDialog created={created} onClose={() => setCreated(undefined)} />
    </Card>
  )
}

function OwnToken({ token }: { token: ApiToken }) {
  const revoke = useMutation(apiTokensApi.revokeApiToken.mutation({ touches: [apiTokensApi.listApiTokens.key()] }))
  return <TokenRow token={token} onRevoke={() => revoke.mutateAsync({ params: { id: token.id } })} />
}
