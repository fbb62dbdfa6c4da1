import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streamServices from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { handleUnaryCall } from '@grpc/grpc-js'
import type { Faults } from './faults.ts'

type Empty = InstanceType<typeof shared.Empty>

/** What the node can do, in lower case, as the client compares it. */
export const featuresHandler =
  (faults: Faults): handleUnaryCall<Empty, InstanceType<typeof features.SupportedMethods>> =>
  (_, callback) => {
    const fault = faults.next('features')
    if (fault === 'ignored') return
    if (typeof fault === 'object') return callback(fault)
    const supported = new features.SupportedMethods()
    supported.setEventStoreServerVersion('24.10.0')
    supported.setMethodsList(
      Object.values(streamServices.StreamsService).map(({ path }) => {
        const [, service = '', method = ''] = path.toLowerCase().split('/')
        const it = new features.SupportedMethod()
        it.setServiceName(service)
        it.setMethodName(method)
        return it
      }),
    )
    callback(null, supported)
  }

/** A cluster of one node: this one, which leads. */
export const gossipHandler =
  (portOf: () => number): handleUnaryCall<Empty, InstanceType<typeof gossip.ClusterInfo>> =>
  (_, callback) => {
    const endPoint = new gossip.EndPoint()
    endPoint.setAddress('127.0.0.1')
    endPoint.setPort(portOf())
    const id = new shared.UUID()
    id.setString('00000000-0000-4000-8000-000000000001')
    const member = new gossip.MemberInfo()
    member.setInstanceId(id)
    member.setTimeStamp(String(Date.now()))
    member.setState(gossip.MemberInfo.VNodeState.LEADER)
    member.setIsAlive(true)
    member.setHttpEndPoint(endPoint)
    const cluster = new gossip.ClusterInfo()
    cluster.setMembersList([member])
    callback(null, cluster)
  }
