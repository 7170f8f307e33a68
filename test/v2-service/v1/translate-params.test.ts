import { describe, expect, it } from 'vitest';
import { findAction } from '../../../src/v2/contract/actions.ts';
import { translateParams } from '../../../src/v2/service/v1/translate-params.ts';

const translated = (category: string, action: string, body: object) => {
  const definition = findAction(category, action);
  if (!definition) throw new Error(`${category} has no action ${action}`);
  return translateParams(definition, { ...body });
};

describe('the params of a V1 body [versioning#3]', () => {
  it('are all of it but the token and the country', () => {
    const body = { login_token: 't', country: 'FR', account_id: 'acc_1', action: 'x', keyword: 'engineer', count: 3 };
    expect(translated('profiles', 'search_people', body)).toEqual({ keyword: 'engineer', count: 3 });
  });

  it('have their new names', () => {
    expect(translated('messages', 'send', { linkedin_url: 'ada', message: 'Hi' })).toEqual({
      profile_url: 'ada',
      message_text: 'Hi',
    });
    expect(translated('profiles', 'get_company', { linkedin_url: 'example' })).toEqual({ company_url: 'example' });
    expect(translated('content', 'like', { linkedin_url: 'post' })).toEqual({ post_url: 'post' });
  });

  it('keep a name that every object has, which is no old name', () => {
    expect(translated('content', 'like', { post_url: 'post', constructor: 'x' })).toEqual({
      post_url: 'post',
      constructor: 'x',
    });
  });

  it('count under their new names where both are given', () => {
    const both = { profile_url: 'new', linkedin_url: 'old', message_text: 'new', message: 'old' };
    expect(translated('network', 'invite', both)).toEqual({ profile_url: 'new', message_text: 'new' });
  });

  it('are lists where V2 has lists, separated by semicolons before commas', () => {
    const search = {
      location: 'Paris, France; Lyon',
      industry: 'Software,Retail ,',
      school_url: ' ; ',
      network: ['F'],
    };
    expect(translated('profiles', 'search_people', search)).toEqual({
      location: ['Paris, France', 'Lyon'],
      industry: ['Software', 'Retail'],
      school_url: undefined,
      network: ['F'],
    });
    expect(translated('profiles', 'search_companies', { sector: 'a;b', company_size: '1-10' })).toEqual({
      sector: ['a', 'b'],
      company_size: ['1-10'],
    });
    const job = { title: 'Engineer, Senior', location: 'Paris, France' };
    expect(translated('recruiter', 'publish_job', job)).toEqual(job);
  });
});
