/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 takes it. */
export type Schema = { readonly [keyword: string]: unknown }

export type Reference = { readonly $ref: string }

export type Header = { readonly description: string; readonly schema: Schema }

export type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

export type Example = { readonly summary?: string; readonly value: unknown }

export type MediaType = {
  readonly schema?: Schema
  readonly examples?: Readonly<Record<string, Example>>
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>
}

export type Content = Readonly<Record<string, MediaType>>

export type Response = {
  readonly description: string
  readonly headers?: Readonly<Record<string, Reference>>
  readonly content?: Content
}

export type Operation = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly (Parameter | Reference)[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, Response | Reference>>
}

export type Verb = 'get' | 'post' | 'put' | 'delete'

export type PathItem = { readonly [V in Verb]?: Operation }

type Named<T> = Readonly<Record<string, T>>

export type OpenApiDocument = {
  readonly openapi: '3.1.1'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Named<PathItem>
  readonly components: {
    readonly schemas: Named<Schema>
    readonly parameters: Named<Parameter>
    readonly headers: Named<Header>
    readonly responses: Named<Response>
    readonly securitySchemes: Named<Named<string>>
  }
}

export type ComponentKind = keyof OpenApiDocument['components']

export const reference = (kind: ComponentKind, name: string): Reference => ({
  $ref: `#/components/${kind}/${name}`,
})
