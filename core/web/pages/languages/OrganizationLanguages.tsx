import { useMutation, useQuery } from '@tanstack/react-query'
import { languageName } from '#core/contract/languages.ts'
import {
  organizationLanguagesContract,
  type OfferedLanguages,
  type OrganizationLanguages as Languages,
} from '#core/contract/organization-languages.ts'
import { createClient } from '../../client.ts'
import { platformQuery } from '../../session.ts'
import { t } from '../../text.ts'
import { errorText } from '../../ui/feedback/errorText.ts'
import { Loaded } from '../../ui/feedback/Loaded.tsx'
import { notify } from '../../ui/feedback/notificationQueue.ts'
import { CheckboxGroup } from '../../ui/fields/CheckboxGroup.tsx'
import { Select } from '../../ui/fields/Select.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Stack } from '../../ui/layout/Stack.tsx'

const languagesApi = createClient(organizationLanguagesContract)

/** Languages that the organization offers its users. */
export function OrganizationLanguages() {
  const languages = useQuery(languagesApi.getOrganizationLanguages())
  return (
    <Card
      title={t('Languages')}
      help={t(
        'Users choose among these on their profile and on the sign-in page. Texts that you write stay as they are.',
      )}
    >
      <Loaded query={languages} height={160} isFrameless>
        {(data) => <Choices saved={data} />}
      </Loaded>
    </Card>
  )
}

function Choices({ saved }: { saved: OfferedLanguages }) {
  const change = useMutation(
    languagesApi.updateOrganizationLanguages.mutation({
      touches: [languagesApi.getOrganizationLanguages.key(), platformQuery.queryKey],
      onSuccess: () => notify({ title: t('Languages saved') }),
      onError: (error) =>
        notify({ title: t('Nothing was changed'), description: errorText(error), tone: 'destructive' }),
    }),
  )
  const shown: Languages = change.isPending ? change.variables.body : saved
  const save = (body: Languages) => change.mutate({ body })
  const known = [...new Set([...saved.available, ...saved.languages])]
  const named = (codes: readonly string[]) => codes.map((id) => ({ id, label: languageName(id) }))
  return (
    <Stack>
      <CheckboxGroup
        label={t('Languages offered')}
        options={known.map((id) => ({ id, label: languageName(id), isDisabled: id === shown.defaultLanguage }))}
        value={shown.languages}
        isDisabled={change.isPending}
        onChange={(languages) => save({ ...shown, languages })}
      />
      <Select
        label={t('Default language')}
        help={t('For emails to users who have not chosen a language, and for browsers that ask for none of these.')}
        options={named(shown.languages)}
        value={shown.defaultLanguage}
        isDisabled={change.isPending}
        onChange={(defaultLanguage) => save({ ...shown, defaultLanguage })}
      />
    </Stack>
  )
}
