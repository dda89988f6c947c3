import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { Form, FormActions, SubmitButton } from '#core/web/ui/forms/Form.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { useContractForm } from '#core/web/ui/forms/contractForm.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { newPost } from '../contract.ts'
import { conversationsApi } from './client.ts'

const question = newPost.pick({ body: true })

/** Lets a student ask the team; a guardian gets the question and the answer. */
export function AskPage() {
  const [ids, setIds] = useState(() => ({ id: crypto.randomUUID(), postId: crypto.randomUUID() }))
  const ask = useMutation(conversationsApi.askQuestion.mutation())
  const form = useContractForm(question, {
    defaultValues: { body: '' },
    submit: async ({ body }) => {
      await ask.mutateAsync({ body: { id: ids.id, post: { id: ids.postId, body } } })
      setIds({ id: crypto.randomUUID(), postId: crypto.randomUUID() })
      form.form.reset()
    },
  })
  return (
    <Page title="Ask a question" isNarrow>
      <Card help="Your guardian gets your question and the answer.">
        {ask.data && <Banner tone="success">Question sent. {ask.data.guardianName} gets the answer.</Banner>}
        <Form form={form} aria-label="Question">
          <FormTextField name="body" label="Question" multiline rows={5} />
          <FormActions>
            <SubmitButton>Send question</SubmitButton>
          </FormActions>
        </Form>
      </Card>
    </Page>
  )
}
