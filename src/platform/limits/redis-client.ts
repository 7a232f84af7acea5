// Loaded only where there is a Redis. In a file of its own: a bundler gives what is imported late from CommonJS without
// its names.
export { Redis } from 'ioredis'
