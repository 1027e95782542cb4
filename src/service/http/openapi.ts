/**
 * The OpenAPI 3.1 document. In: the app, once its routes stand. Out: plain data, made from the schemas that check requests.
 */
import type { App } from './service.ts';

/** The document at `/openapi.json`. */
export function openApiDocument(app: App, version: string) {
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'savecheck',
      version,
      description:
        'Verdicts on AI-made artifacts: does what a person saves arrive, and does the page tell the truth about it?',
    },
    servers: [{ url: '/' }],
  });
}

export type ApiDocument = ReturnType<typeof openApiDocument>;
