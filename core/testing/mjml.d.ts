declare module 'mjml' {
  interface Compiled {
    html: string
    errors: readonly { formattedMessage: string }[]
  }
  export default function mjml2html(
    source: string,
    options: { validationLevel: 'strict'; keepComments: boolean; fonts: Record<string, string> },
  ): Promise<Compiled>
}
