import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { ApiTokenUsers, OrganizationToken } from '#core/contract/api-tokens.ts'
import { roleNames } from '#core/contract/roles.ts'
import { errorText } from '../../ui/feedback/errorText.ts'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { notify } from '../../ui/feedback/notificationQueue.ts'
import { RadioGroup } from '../../ui/fields/RadioGroup.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Stack } from '../../ui/layout/Stack.tsx'
import { ShowMore } from '../../ui/lists/ShowMore.tsx'
import * as rows from '../SignedInDevices.css.ts'
import * as styles from './ApiTokens.css.ts'
import { apiTokensApi } from './client.ts'
import { TokenRow } from './TokenRow.tsx'

/** Sets who may use API tokens in the organization, and lists those that its people have. */
export function OrganizationTokens() {
  const settings = useQuery(apiTokensApi.getApiTokenSettings())
  const tokens = useInfiniteQuery(apiTokensApi.listOrganizationTokens.infinite())
  return (
    <Stack>
      <Card title="API token access" help="A token lets a program act as its owner, within that person’s rights.">
        <Loaded query={settings} height={120} isFrameless>
          {({ allowedFor }) => <AllowedFor saved={allowedFor} />}
        </Loaded>
      </Card>
      <Card title="API tokens" help="Tokens of all users of this organization. Revoke any that you do not recognize.">
        <Loaded query={tokens} height={120} isFrameless>
          {(data) => (
            <>
              {data.rows.length === 0 && (
                <p className={styles.note}>API tokens that people create will be listed here.</p>
              )}
              <ul className={rows.list}>
                {data.rows.map((token) => (
                  <PersonsToken key={token.id} token={token} />
                ))}
              </ul>
              <ShowMore query={tokens} />
            </>
          )}
        </Loaded>
      </Card>
    </Stack>
  )
}

const choices: { id: ApiTokenUsers; label: string; description: string }[] = [
  { id: 'staff', label: 'Admins and instructors', description: 'Parents and students have none.' },
  { id: 'everyone', label: 'Everyone', description: 'Parents and students too, within what they may see.' },
  { id: 'off', label: 'No one', description: 'All tokens are refused, and work again once this is changed.' },
]

function AllowedFor({ saved }: { saved: ApiTokenUsers }) {
  const change = useMutation(
    apiTokensApi.updateApiTokenSettings.mutation({
      touches: [apiTokensApi.getApiTokenSettings.key()],
      onSuccess: () => notify({ title: 'API token settings saved' }),
      onError: (error) => notify({ title: 'Nothing was changed', description: errorText(error), tone: 'destructive' }),
    }),
  )
  return (
    <RadioGroup
      label="API tokens are allowed for"
      options={choices}
      value={change.isPending ? change.variables.body.allowedFor : saved}
      isDisabled={change.isPending}
      onChange={(allowedFor) => change.mutate({ body: { allowedFor } })}
    />
  )
}

function PersonsToken({ token }: { token: OrganizationToken }) {
  const revoke = useMutation(
    apiTokensApi.revokeOrganizationToken.mutation({ touches: [apiTokensApi.listOrganizationTokens.key()] }),
  )
  return (
    <TokenRow
      token={token}
      owner={
        <>
          <bdi>{token.userName}</bdi> ({roleNames[token.role]}) ·{' '}
        </>
      }
      onRevoke={() => revoke.mutateAsync({ params: { id: token.id } })}
    />
  )
}
