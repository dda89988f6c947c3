declare module 'saxen' {
  type Decode = (text: string) => string

  interface Handlers {
    openTag: (name: string, attributes: () => Record<string, string>, decode: Decode, isSelfClosing: boolean) => void
    closeTag: (name: string, decode: Decode, isSelfClosing: boolean) => void
    text: (text: string, decode: Decode) => void
    cdata: (text: string) => void
    error: (error: Error) => void
  }

  /** Parser of XML that calls back; entities of a document type are never expanded. */
  export class Parser {
    on<Event extends keyof Handlers>(event: Event, handler: Handlers[Event]): this
    parse(xml: string): void
  }
}
