import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Library, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { CardGrid } from '#core/web/ui/lists/CardGrid.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { NewBankDialog } from './BankDialogs.tsx'
import { bankApi } from './client.ts'
import { formatQuestions } from './questionLabels.ts'

const route = getRouteApi('/shell/lms-management/question-banks')

/** Lists the banks of questions that the user may write. */
export function QuestionBanksPage() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListAddress({ address, navigate, filters: [] })
  const [isAdding, setAdding] = useState(false)
  const banks = useInfiniteQuery({
    ...bankApi.listQuestionBanks.infinite({ query: { search: address.search } }),
    placeholderData: keepPreviousData,
  })
  const add = (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={() => setAdding(true)}>
      Add question bank
    </Button>
  )
  return (
    <Page title="Question banks" help="Questions that lessons copy or draw at random." actions={add}>
      <ListScreen
        counted="question banks"
        list={list}
        query={banks}
        none={{
          icon: <Library size={20} aria-hidden />,
          title: 'No question banks yet',
          children: 'Store questions that you use in more than one lesson.',
        }}
      >
        {({ query, empty }) => (
          <CardGrid query={query} empty={empty}>
            {({ id, name, description, questionCount }) => (
              <Card title={name} href={`/lms-management/question-banks/${id}`} help={formatQuestions(questionCount)}>
                {description}
              </Card>
            )}
          </CardGrid>
        )}
      </ListScreen>
      <NewBankDialog
        isOpen={isAdding}
        onClose={() => setAdding(false)}
        onCreated={({ id }) => void navigate({ to: '/lms-management/question-banks/$id', params: { id } })}
      />
    </Page>
  )
}
